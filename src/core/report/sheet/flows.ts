/** Movements of groups of entries: what raised, what lowered, and by how much the balance broke. */
import { addAmounts } from "../../money.ts";

/** Movements of a group of entries; amounts in the service's unit, `outflow` positive. */
export interface Flow {
  entries: number;
  inflow: number;
  outflow: number;
  breakDifference: number;
}

export function flowIn<Key>(flows: Map<Key, Flow>, key: Key): Flow {
  const known = flows.get(key);
  if (known !== undefined) return known;
  const flow = { entries: 0, inflow: 0, outflow: 0, breakDifference: 0 };
  flows.set(key, flow);
  return flow;
}

export function addTo(flow: Flow, movement: number, difference: number): void {
  flow.entries += 1;
  if (movement > 0) flow.inflow = addAmounts(flow.inflow, movement, "entries of the workbook");
  else flow.outflow = addAmounts(flow.outflow, 0 - movement, "entries of the workbook");
  flow.breakDifference = addAmounts(flow.breakDifference, difference, "breaks of the workbook");
}

/** Sum of the flows; also what the total row of each table shows. */
export function totalOf(flows: Iterable<Flow>): Flow {
  const total = { entries: 0, inflow: 0, outflow: 0, breakDifference: 0 };
  for (const flow of flows) {
    total.entries += flow.entries;
    total.inflow = addAmounts(total.inflow, flow.inflow, "inflows of all wallets");
    total.outflow = addAmounts(total.outflow, flow.outflow, "outflows of all wallets");
    total.breakDifference = addAmounts(total.breakDifference, flow.breakDifference, "breaks of all wallets");
  }
  return total;
}

/** What a flow does to the balance. */
export function netOf({ inflow, outflow, breakDifference }: Flow): number {
  return inflow - outflow + breakDifference;
}

/** How many actions get their own line: a service that always writes new ones must not stall the workbook. */
const ACTION_LINES = 100;

export function actionLines(actions: ReadonlyMap<string, Flow>): readonly [string, Flow][] {
  return [...actions].slice(0, ACTION_LINES);
}
