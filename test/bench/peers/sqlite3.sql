-- Loads both files: the columns that the counts need, and each record whole as its JSON.
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE entry (walletID INTEGER PRIMARY KEY, credit_balance, debit_balance, balance, payref, record);
CREATE TABLE payment (payID INTEGER PRIMARY KEY, payref, status, chargedamount, record);
INSERT INTO entry
  SELECT value ->> 'walletID', value ->> 'credit_balance', value ->> 'debit_balance', value ->> 'balance', value ->> 'payref', value
  FROM json_each(readfile('../wallet.json'), '$.data.histories');
INSERT INTO payment
  SELECT value ->> 'payID', value ->> 'payref', value ->> 'status', value ->> '$.fee.chargedamount', value
  FROM json_each(readfile('../transactions.json'), '$.data.histories');
-- Without it, the full join reads all payments again for every entry.
CREATE INDEX payment_payref ON payment (payref);
