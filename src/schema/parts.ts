/**
 * What schemas are put together from. They look at a document and change nothing in it. Lists end at their first
 * fault: a document may come from a stranger, and be wrong a million times.
 */
import { z } from "zod";

export type Schema<T> = z.ZodType<T>;

export const integer = z.int();
export const text = z.string();
/** What is left out where it is not so. */
export const onlyTrue = z.literal(true);
/** How many, or a number of ours that is 0 for none. */
export const count = z.int().min(0);
/** What rows of ours are numbered by. */
export const id = z.int().min(1);

export function oneOf<const T extends string>(values: readonly T[]): Schema<T> {
  return z.enum(values);
}

/** Each field of T, the optional ones as schemas that may be absent. */
export type ShapeOf<T extends object> = {
  readonly [K in keyof T]-?: Schema<undefined extends T[K] ? T[K] | undefined : T[K]>;
};

export type FieldSchemas = Readonly<Record<string, Schema<unknown>>>;

/** What is read by the schemas of its fields. */
export type Shaped<F extends FieldSchemas> = Readonly<z.output<z.ZodObject<F>>>;

/** An object with these fields and no others. */
export function strictly<F extends FieldSchemas>(fields: F): Schema<Shaped<F>> {
  return z.strictObject(fields);
}

/** An object with all fields of T; it may have others. */
export function objectOf<T extends object>(shape: ShapeOf<T>): Schema<T> {
  return shapedAs<T>(shape);
}

/** T where it is of the kind K, alone or among others. */
type OfKind<T, K> = T extends { readonly kind: infer Kinds } ? (K extends Kinds ? T : never) : never;

/** An object of one of the kinds that T has, each with the fields of its kind. */
export function ofKinds<T extends { readonly kind: string }>(shapes: {
  readonly [K in T["kind"]]: Omit<ShapeOf<OfKind<T, K>>, "kind">;
}): Schema<T> {
  const each = Object.entries<FieldSchemas>(shapes);
  return z.union(each.map(([kind, shape]) => shapedAs<T>({ kind: oneOf([kind]), ...shape })));
}

/** As `objectOf`, of a shape that was made from a declaration of T. */
export function shapedAs<T>(shape: FieldSchemas): Schema<T> {
  return z.object(shape) as unknown as Schema<T>;
}

/** An object with the fields of T and no others. */
export function exactly<T extends object>(shape: ShapeOf<T>): Schema<T> {
  return z.strictObject(shape) as unknown as Schema<T>;
}

/** An object whose fields, whatever their names, all are of one kind. */
export function mapOf<T>(schema: Schema<T>): Schema<Readonly<Record<string, T>>> {
  return anyObject.transform((found, context) => {
    const members: [string, T][] = [];
    for (const [name, member] of Object.entries(found)) {
      const { success, data, error } = schema.safeParse(member);
      if (!success) return fail(context, [name], error);
      members.push([name, data]);
    }
    return Object.fromEntries(members);
  });
}

export function listOf<T>(schema: Schema<T>): Schema<readonly T[]> {
  return z.transform((found: unknown, context): T[] => {
    if (!Array.isArray(found)) return fail(context, []);
    const items: T[] = [];
    for (const item of found as unknown[]) {
      const { success, data, error } = schema.safeParse(item);
      if (!success) return fail(context, [items.length], error);
      items.push(data);
    }
    return items;
  });
}

/** An object with any fields, or none. */
export const anyObject = z.custom<Readonly<Record<string, unknown>>>(
  (found) => typeof found === "object" && found !== null && !Array.isArray(found),
);

/** Notes that something at a place is not as it should be. */
function fail(context: z.RefinementCtx, place: readonly (string | number)[], error?: z.ZodError): never {
  const path = [...place, ...(error?.issues[0]?.path ?? [])];
  context.issues.push({ code: "custom", input: undefined, path });
  return z.NEVER;
}
