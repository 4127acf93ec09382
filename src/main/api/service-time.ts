/** Fast timestamps: `Sat, 21 Nov 2026 08:30:00 +0000` has every digit and letter in a fixed place. */
import { parseServiceTime } from "../../core/time.ts";

/** Of the form that the service writes, in characters. */
export const USUAL_TIME_LENGTH = 31;
/** How it ends. */
export const USUAL_OFFSET = " +0000";
const FIRST_YEAR = 1970;

/** Three letters as one number; −1 when one of them is not ASCII. */
function letters(text: string, at: number): number {
  const a = text.charCodeAt(at);
  const b = text.charCodeAt(at + 1);
  const c = text.charCodeAt(at + 2);
  return (a | b | c) < 0x80 ? (a << 16) | (b << 8) | c : -1;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"].map(
  (name) => letters(name, 0),
);
/** From the weekday of day 0, the first of January 1970. */
const WEEKDAYS = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"].map((name) => letters(name, 0));
/** Days of a common year before each of its months, and in all. */
const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];

/** Two digits as a number, NaN for anything else. */
function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** Whether the fixed characters of a timestamp are in their places. */
function isRegular(text: string): boolean {
  return (
    text.charCodeAt(3) === 0x2c &&
    text.charCodeAt(4) === 0x20 &&
    text.charCodeAt(7) === 0x20 &&
    text.charCodeAt(11) === 0x20 &&
    text.charCodeAt(16) === 0x20 &&
    text.charCodeAt(19) === 0x3a &&
    text.charCodeAt(22) === 0x3a &&
    text.endsWith(USUAL_OFFSET)
  );
}

/** Days since 1970 of a day that exists and whose weekday is its own; NaN when it is not, or before 1970. */
function dayNumber(text: string): number {
  const month = MONTHS.indexOf(letters(text, 8));
  const year = pair(text, 12) * 100 + pair(text, 14);
  const day = pair(text, 5);
  if (month < 0 || !(year >= FIRST_YEAR)) return Number.NaN;
  const before = DAYS_BEFORE[month] ?? 0;
  const after = DAYS_BEFORE[month + 1] ?? 0;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  if (!(day >= 1 && day <= after - before + (month === 1 ? leap : 0))) return Number.NaN;
  const past = year - 1;
  const leaps = Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400) - 477;
  const days = (year - FIRST_YEAR) * 365 + leaps + before + (month > 1 ? leap : 0) + day - 1;
  return letters(text, 0) === WEEKDAYS[days % 7] ? days : Number.NaN;
}

/** What `parseServiceTime` returns, quicker for the form the service writes. */
export function readServiceTime(text: string): number | null {
  if (text.length !== USUAL_TIME_LENGTH || !isRegular(text)) return parseServiceTime(text);
  const hour = pair(text, 17);
  const minute = pair(text, 20);
  const second = pair(text, 23);
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return null;
  const days = dayNumber(text);
  if (Number.isNaN(days)) return parseServiceTime(text);
  return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000;
}
