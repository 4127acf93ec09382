/** `<Kbd keys="Mod+Z" />`: a shortcut as this platform writes it. */
import { isApple, keyLabels } from "./keys.ts";

export function Kbd({ keys }: { readonly keys: string }) {
  return <kbd className="kbd">{keyLabels(keys, isApple())}</kbd>;
}
