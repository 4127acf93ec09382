/** How wide texts are in the workbook's typeface, Calibri: a W takes as much as nearly two digits. */

/** Of each sign from blank to ~, in thousandths of the letters' size. */
const ADVANCES = [
  226, 326, 401, 498, 507, 715, 682, 221, 303, 303, 498, 498, 250, 306, 252, 386, 507, 507, 507, 507, 507,
  507, 507, 507, 507, 507, 268, 268, 498, 498, 498, 463, 894, 579, 544, 533, 615, 488, 459, 631, 623, 252,
  319, 520, 420, 855, 646, 662, 517, 673, 543, 459, 487, 642, 567, 890, 519, 487, 468, 307, 386, 307, 498,
  498, 291, 479, 525, 423, 525, 498, 305, 471, 525, 229, 239, 455, 229, 799, 525, 527, 525, 525, 349, 391,
  335, 525, 452, 715, 433, 453, 395, 314, 460, 314, 498,
];
const DIGIT = 507;

/** In digits, as columns are measured; a sign beyond ASCII is taken for as wide as a digit. */
export function widthInDigits(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at += 1) width += ADVANCES[text.charCodeAt(at) - 32] ?? DIGIT;
  return width / DIGIT;
}
