/** The words in which the service's fields are declared: what each holds, and its label for people. */

/** What a field holds: a time, money, yes or no as 1 and 0, or any other plain value. */
export type Holds = "time" | "money" | "flag" | "value";

/** A field without a label uses the service's own name. */
export type Field =
  | { readonly holds: Holds; readonly label?: string | undefined }
  | { readonly fields: Fields; readonly label?: string | undefined }
  | { readonly items: Field; readonly label?: string | undefined };

export interface Fields {
  readonly [name: string]: Field;
}

export const time = (label?: string) => ({ holds: "time", label }) as const;
export const money = (label?: string) => ({ holds: "money", label }) as const;
export const flag = (label?: string) => ({ holds: "flag", label }) as const;
export const value = (label?: string) => ({ holds: "value", label }) as const;
