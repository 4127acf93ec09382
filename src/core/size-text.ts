/** How sizes of files are worded. */

const STEPS = ["bytes", "kB", "MB", "GB"] as const;

/** @example bytesText(1234567) // '1.2 MB', bytesText(1) // '1 byte' */
export function bytesText(bytes: number): string {
  if (bytes === 1) return "1 byte";
  let value = bytes;
  let step = 0;
  while (value >= 999.5 && step < STEPS.length - 1) {
    value /= 1000;
    step += 1;
  }
  const digits = step === 0 || value >= 99.5 ? 0 : 1;
  return `${value.toFixed(digits)} ${STEPS[step] ?? "GB"}`;
}
