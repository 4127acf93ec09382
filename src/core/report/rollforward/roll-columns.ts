/** A1: how the amounts of a roll-forward are headed, in every table below each other. */

export const ROLL_HEADS = {
  entries: { header: "Entries", kind: "integer", width: 9 },
  opening: { header: "Opening", kind: "amount", width: 14 },
  inflow: { header: "Inflows", kind: "amount", width: 14 },
  outflow: { header: "Outflows", kind: "amount", width: 14 },
  breakDifference: { header: "Break differences", kind: "amount", width: 14 },
  closing: { header: "Closing computed", kind: "amount", width: 14 },
  stated: { header: "Closing stated", kind: "amount", width: 14 },
  difference: { header: "Difference", kind: "amount", width: 12 },
  ties: { header: "Foots", kind: "truth", width: 9 },
} as const;
