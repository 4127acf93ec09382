-- The five counts as one JSON object, of the tables entry and payment, in SQLite and in DuckDB.
WITH
  chain AS (
    SELECT balance, lag(balance) OVER (ORDER BY walletID) + debit_balance - credit_balance AS expected
    FROM entry
  ),
  moved AS (
    SELECT payref, count(*) AS entries, max(debit_balance - credit_balance) AS movement
    FROM entry WHERE payref <> '' GROUP BY payref
  ),
  matched AS (
    SELECT moved.entries, moved.movement, payment.status, payment.chargedamount
    FROM moved FULL JOIN payment ON payment.payref = moved.payref
  )
SELECT json_object(
  'chain-break', (SELECT count(*) FROM chain WHERE balance <> expected),
  'orphan-payref', coalesce(CAST(sum(entries) FILTER (WHERE chargedamount IS NULL) AS BIGINT), 0),
  'paid-without-entry', count(*) FILTER (WHERE entries IS NULL AND status = 1),
  'amount-mismatch', count(*) FILTER (WHERE movement <> chargedamount),
  'duplicate-entry', coalesce(CAST(sum(entries - 1) FILTER (WHERE chargedamount IS NOT NULL) AS BIGINT), 0)
) AS counts
FROM matched;
