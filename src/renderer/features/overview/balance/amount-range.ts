/** Between which amounts a balance is drawn. */

/** From zero where that costs little, so that a balance is seen for what it is. */
export function amountRange(least: number, most: number): [number, number] {
  const span = most - least || Math.abs(most) || 1;
  const from = least >= 0 && least < most * 0.4 ? 0 : least - span * 0.08;
  return [from, most + span * 0.08];
}
