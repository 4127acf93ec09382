#!/usr/bin/env bash
# LoanJS sets the balance behind the last instalment to 0, whatever is left: of a loan repaid in advance 4,712.53 are dropped.
#
# A schedule gives capital, interest and balance of each instalment, and one expects that each balance is the one before less the capital,
# down to 0: the last instalment takes what rounding leaves. LoanJS makes the last one like the others, and the balance behind it 0. In
# arrears ('annuity') cents are dropped: of 100,000.00 over 30 years at 7 % 2.98, and of 250,000.00 over 20 years 0.71 is paid too much.
# In advance ('annuityDue') it is much more, and hides something else. The instalments are those of a spreadsheet's PMT with type 1, which
# are smaller since the first one, on the day of the loan, bears no interest; but each bears that of a month, the first one too. So less
# capital is paid back than was lent, and the last balance goes from 5,342.80 to 0 by 630.27. `capitalSum` is the loan as it was asked
# for, not the sum of the rows. So the capital of a schedule is added up before it is booked, and a loan in advance is worked out otherwise.
#
# Versions: loanjs 1.1.2; @formulajs/formulajs 4.6.1 gives the spreadsheet's functions.
# Seen: in advance 360 instalments of 661.44, capital in all 95287.47, interest 142830.93; formulajs has 661.44, 100000.00 and 138119.87.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund loanjs@1.1.2 @formulajs/formulajs@4.6.1 >/dev/null
cat >loan.cjs <<'CODE'
const { CUMIPMT, CUMPRINC, PMT } = require("@formulajs/formulajs");
const { Loan } = require("loanjs");
const sum = (rows, field) => (rows.reduce((cents, row) => cents + Math.round(row[field] * 100), 0) / 100).toFixed(2);
const loans = [[100_000, 360, 7, "annuityDue"], [1000, 12, 12, "annuityDue"], [100_000, 360, 7, "annuity"], [250_000, 240, 5.5, "annuity"]];
for (const [amount, months, percent, kind] of loans) {
  const { capitalSum, installments } = new Loan(amount, months, percent, kind);
  const [before, last] = installments.slice(-2);
  console.log(`${amount} ${kind}: ${last.installment.toFixed(2)}, capital ${sum(installments, "capital")}, interest ${sum(installments, "interest")}, first interest ${installments[0].interest}`);
  console.log(`  last row from ${before.remain.toFixed(2)} by ${last.capital.toFixed(2)} to ${last.remain}, capitalSum ${capitalSum}`);
  const loan = [percent / 1200, months, amount];
  const type = kind === "annuityDue" ? 1 : 0;
  const [payment, capital, interest] = [PMT(...loan, 0, type), CUMPRINC(...loan, 1, months, type), CUMIPMT(...loan, 1, months, type)];
  console.log(`  formulajs: ${(-payment).toFixed(2)}, capital ${(-capital).toFixed(2)}, interest ${(-interest).toFixed(2)}`);
}
CODE
seen=$(node loan.cjs)
echo "$seen"
expected='100000 annuityDue: 661.44, capital 95287.47, interest 142830.93, first interest 583.33
  last row from 5342.80 by 630.27 to 0, capitalSum 100000
  formulajs: 661.44, capital 100000.00, interest 138119.87
1000 annuityDue: 87.97, capital 988.86, interest 66.78, first interest 10
  last row from 98.13 by 86.99 to 0, capitalSum 1000
  formulajs: 87.97, capital 1000.00, interest 55.63
100000 annuity: 665.30, capital 99997.02, interest 139510.98, first interest 583.33
  last row from 664.40 by 661.42 to 0, capitalSum 100000
  formulajs: 665.30, capital 100000.00, interest 139508.90
250000 annuity: 1719.72, capital 250000.71, interest 162732.09, first interest 1145.83
  last row from 1711.17 by 1711.88 to 0, capitalSum 250000
  formulajs: 1719.72, capital 250000.00, interest 162732.38'
if [ "$seen" = "$expected" ]; then
  echo "As described: the last balance is 0, and the capital is not the loan."
else
  echo "This changed. Right are the capital of formulajs and, in advance, no interest in the first instalment."
  exit 1
fi
