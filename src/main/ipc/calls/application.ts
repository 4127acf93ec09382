/** What the program is, what the person prefers, files that they choose, long work that goes on. */
import { plainName } from "../../services/shared/places.ts";
import { type Calls, asks, inBackend } from "./call.ts";

export const APPLICATION_CALLS = {
  "app.describe": inBackend((_, { appVersion, platform, preferences }) => ({
    version: appVersion,
    host: platform.host,
    platform: platform.os,
    preferences: preferences.value,
  })),
  "preferences.change": inBackend(async (change, { preferences, send }) => {
    try {
      return await preferences.change(change);
    } finally {
      // What cannot be written counts all the same while the program runs, in every window.
      send({ event: "preferences.changed", value: preferences.value });
    }
  }),

  "files.chooseToOpen": inBackend(async ({ purpose }, { platform, handles }) => {
    const paths = await platform.chooseToOpen(purpose);
    return { files: paths.map((path) => handles.issue(path, "read")) };
  }),
  "files.chooseToSave": inBackend(async ({ purpose, suggestedName }, { platform, handles }) => {
    const path = await platform.chooseToSave(purpose, plainName(suggestedName));
    return { file: path === null ? null : handles.issue(path, "write") };
  }),
  "table.write": asks("writeTable", {
    ask: ({ target, ...piece }, { handles }) => ({ ...piece, out: handles.path(target, "write") }),
    run: ({ writeTablePiece }) => writeTablePiece,
    answer: (isWritten, { handles }, { out }) => ({ file: isWritten ? handles.issue(out, "read") : null }),
  }),
  "files.reveal": inBackend(async ({ file }, { platform, handles }) => {
    await platform.reveal(handles.path(file, "read"));
    return {};
  }),

  "jobs.list": inBackend((_, { jobs }) => ({ jobs: jobs.list() })),
  "jobs.cancel": inBackend(({ id }, { jobs }) => {
    jobs.cancel(id);
    return {};
  }),
} satisfies Calls;
