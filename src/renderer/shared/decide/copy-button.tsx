/** `<CopyButton text={…} label="Copy the command" />`: puts a text on the clipboard and says so. */
import { useState } from "react";
import { Button } from "../../ui/button.tsx";

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** What the button says, where nothing beside it tells what it copies. */
  readonly words?: string;
}

export function CopyButton({ text, label, words = "Copy" }: CopyButtonProps) {
  const [state, setState] = useState<"" | "Copied" | "Could not be copied">("");
  const copy = () => {
    copyText(text).then(
      () => setState("Copied"),
      () => setState("Could not be copied"),
    );
  };
  return (
    <span className="row baseline gap-1 rigid small quiet">
      <Button variant="quiet" size="s" aria-label={label} onPress={copy} onBlur={() => setState("")}>
        {words}
      </Button>
      <output>{state}</output>
    </span>
  );
}

/** Where every permission is denied, the older way still works on a person's own press. */
async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "only-spoken";
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    if (!isCopied) throw new Error("the clipboard takes nothing");
  }
}
