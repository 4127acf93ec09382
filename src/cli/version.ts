import packageJson from "../../package.json" with { type: "json" };

/** The version that workbooks and audit links name. */
export const APP_VERSION: string = packageJson.version;
