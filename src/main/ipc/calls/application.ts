/** What the program is, what the person prefers, files that they choose, long work that goes on. */
import { plainName } from "../../services/shared/places.ts";
import { type Calls, quickCall } from "./call.ts";

const tables = async () => import("../../services/workbook/write-table.ts");

export const APPLICATION_CALLS = {
  "app.describe": {
    on: "here",
    run: (_, { appVersion, platform, preferences }) => ({
      version: appVersion,
      host: platform.host,
      platform: platform.os,
      preferences: preferences.value,
    }),
  },
  "preferences.change": {
    on: "here",
    run: async (change, { preferences, send }) => {
      try {
        return await preferences.change(change);
      } finally {
        // What cannot be written counts all the same while the program runs, in every window.
        send({ event: "preferences.changed", value: preferences.value });
      }
    },
  },

  "files.chooseToOpen": {
    on: "here",
    run: async ({ purpose }, { platform, handles }) => {
      const paths = await platform.chooseToOpen(purpose);
      return { files: paths.map((path) => handles.issue(path, "read")) };
    },
  },
  "files.chooseToSave": {
    on: "here",
    run: async ({ purpose, suggestedName }, { platform, handles }) => {
      const path = await platform.chooseToSave(purpose, plainName(suggestedName));
      return { file: path === null ? null : handles.issue(path, "write") };
    },
  },
  "table.write": quickCall({
    load: tables,
    ask: ({ target, ...piece }, { handles }) => ({ ...piece, out: handles.path(target, "write") }),
    run: async (request) => (await tables()).writeTablePiece(request),
    answer: (isWritten, { handles }, { out }) => ({ file: isWritten ? handles.issue(out, "read") : null }),
  }),
  "files.reveal": {
    on: "here",
    run: async ({ file }, { platform, handles }) => {
      await platform.reveal(handles.path(file, "read"));
      return {};
    },
  },

  "jobs.list": { on: "here", run: (_, { jobs }) => ({ jobs: jobs.list() }) },
  "jobs.cancel": {
    on: "here",
    run: ({ id }, { jobs }) => {
      jobs.cancel(id);
      return {};
    },
  },
} satisfies Calls;
