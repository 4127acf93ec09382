"""Loads both files into pandas and prints the five counts."""

import json

import pandas


def records(path):
    with open(path, encoding="utf-8") as file:
        return pandas.DataFrame(json.load(file)["data"]["histories"])


entries = records("../wallet.json").sort_values("walletID")
entries["movement"] = entries["debit_balance"] - entries["credit_balance"]
expected = entries["balance"].shift() + entries["movement"]
breaks = (entries["balance"] != expected) & expected.notna()

payments = records("../transactions.json")
payments["charged"] = [fee["chargedamount"] for fee in payments["fee"]]
moved = entries[entries["payref"] != ""].groupby("payref", sort=False)["movement"].agg(["size", "max"])
matched = payments[["payref", "status", "charged"]].merge(moved, on="payref", how="outer", indicator="side")
both = matched[matched["side"] == "both"]

counts = {
    "chain-break": breaks.sum(),
    "orphan-payref": matched.loc[matched["side"] == "right_only", "size"].sum(),
    "paid-without-entry": ((matched["side"] == "left_only") & (matched["status"] == 1)).sum(),
    "amount-mismatch": (both["max"] != both["charged"]).sum(),
    "duplicate-entry": (both["size"] - 1).sum(),
}
print(json.dumps({name: int(count) for name, count in counts.items()}))
