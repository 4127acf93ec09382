import { expect, test } from "vitest";
import { dataFolder } from "../../../src/main/services/shared/places.ts";

test("uses the system's folder for the app, or the one it is given", () => {
  expect(dataFolder({}, "linux", "/home/ada")).toBe("/home/ada/.local/share/tieout");
  expect(dataFolder({ XDG_DATA_HOME: "/data" }, "linux", "/home/ada")).toBe("/data/tieout");
  expect(dataFolder({}, "darwin", "/Users/ada")).toBe("/Users/ada/Library/Application Support/Tieout");
  expect(dataFolder({ APPDATA: "/roaming" }, "win32", "/ada")).toBe("/roaming/Tieout");
  expect(dataFolder({ TIEOUT_HOME: "/else", XDG_DATA_HOME: "/data" }, "linux", "/home/ada")).toBe("/else");
});
