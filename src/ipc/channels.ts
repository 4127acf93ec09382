/** The channels of Electron's bridge. */
export const CHANNELS = { call: "tieout:call", event: "tieout:event", take: "tieout:take" } as const;
