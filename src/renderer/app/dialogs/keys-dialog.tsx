/** Every key that works where one is. */
import { Dialog } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { isKey, keysInForce } from "../../ui/use-keys.ts";

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="All keys" onClose={onClose} size="l">
      <div className="across-5 all-keys">
        {keysInForce().map(({ group, keys }) => (
          <section key={group} className="pad-under-3">
            <h3 className="edge-below">{group}</h3>
            <dl>
              {keys
                .filter(([shortcut]) => isKey(shortcut))
                .map(([shortcut, { does }]) => (
                  <div key={shortcut} className="row gap-3 all-keys-line">
                    <dt>
                      <Kbd keys={shortcut} />
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
