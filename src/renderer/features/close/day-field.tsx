/** An input for a date. */
import { type Day, isDay } from "../../../core/time.ts";
import { TextField } from "../../ui/text-field.tsx";
import { refused } from "./terms-dialog.tsx";

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onEnter: () => void;
}

export function DayField(props: DayFieldProps) {
  return <TextField {...props} hint="Year, month, day, as in 2026-09-03" isFirst />;
}

/** @throws ApiError LETTER_INVALID */
export function dayIn(text: string): Day {
  const typed = text.trim();
  if (isDay(typed)) return typed;
  throw refused("LETTER_INVALID", "Type the day as in 2026-09-03");
}
