/** `say("Explained.")`: read aloud by screen readers where `<Spoken />` stands, shown nowhere. */
import { useState, useSyncExternalStore } from "react";

let said = { sentence: "", count: 0 };
const listeners = new Set<() => void>();

export function speak(sentence: string): void {
  said = { sentence, count: said.count + 1 };
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Once in the place. What was said before it was there stays unsaid. */
export function Spoken() {
  const { sentence, count } = useSyncExternalStore(listen, () => said);
  const [before] = useState(said.count);
  return (
    <output className="only-spoken">
      {/* The same words said twice are read twice. */}
      <span key={count}>{count === before ? "" : sentence}</span>
    </output>
  );
}
