/** Disks with little room: mounts of one's own, where the system allows them. */
import { spawnSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";

function can(script: string): boolean {
  return process.platform === "linux" && spawnSync("sh", ["-c", script], { stdio: "ignore" }).status === 0;
}

/** Whether a process may mount a file system in memory for itself: also an ordinary account, in its own namespace. */
export const canMount = can("unshare -rm mount -t tmpfs tmpfs /mnt");
if (!canMount) console.log("skipped: no mounts of one's own, disks without room are not tried");

/** Whether it may mount a file as a disk: root alone. */
export const canMountFile = canMount && can("test $(id -u) = 0 && test -e /dev/loop-control && mkfs.ext4 -V");
if (!canMountFile) console.log("skipped: no loop devices, a disk of small blocks is not tried");

/** @returns what to put before a command so that a folder is a disk in memory of so many kilobytes for it */
export function inMemory(folder: string, kilobytes: number): string[] {
  const mount = `mount -t tmpfs -o size=${kilobytes}k tmpfs "$0" && cd "$0" && exec "$@"`;
  return ["unshare", "-rm", "sh", "-c", mount, folder];
}

/** As `inMemory`, of a disk that gives out its room in blocks of one kilobyte: smaller than a page. */
export function inSmallBlocks(folder: string, kilobytes: number): string[] {
  const image = `${folder}.img`;
  writeFileSync(image, "");
  truncateSync(image, kilobytes * 1024);
  const made = spawnSync("sh", ["-c", 'mkfs.ext4 -q -b 1024 -m 0 "$0"', image], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stderr);
  return ["unshare", "-m", "sh", "-c", 'mount -o loop "$1" "$0" && shift && exec "$@"', folder, image];
}
