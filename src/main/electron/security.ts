/**
 * What the page is not let do, one rule per function. The numbers are those of Electron's security checklist;
 * what is fixed at a window's birth (2 to 4, 6, 8 to 10) is in window.ts, the policy of the page (7) and its
 * scheme (18) in protocol.ts, the sender of a call (17) in main/electron/register.ts, the fuses (19) in
 * electron-builder.yml.
 */
import { type App, type Session, type WebContents, app } from "electron";
import { ORIGIN, PAGE_ADDRESS } from "./protocol.ts";

/** Every session and every page, from its first moment. To be called before any window is made. */
export function secure(session: Session): void {
  denyPermissions(session);
  denyDevices(session);
  denyOutsideRequests(session);
  denyDownloads(session);
  denyDictionaries(session);
  confineEveryPage(app);
}

function confineEveryPage(electron: App): void {
  electron.on("web-contents-created", (_event, contents) => {
    denyNavigation(contents);
    denyRedirects(contents);
    denyFrames(contents);
    denyWindows(contents);
    denyWebviews(contents);
    denyBluetooth(contents);
    denyPeerConnections(contents);
  });
}

/** 5: asking for a permission, or whether one is there, is answered with no. */
function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
}

/** 5: no device of any bus, whatever was granted before. */
function denyDevices(session: Session): void {
  session.setDevicePermissionHandler(() => false);
}

/** 5: Bluetooth asks by an event of its own; the empty name is no device. */
function denyBluetooth(contents: WebContents): void {
  contents.on("select-bluetooth-device", (event, _devices, choose) => {
    event.preventDefault();
    choose("");
  });
}

/**
 * 1: nothing leaves or enters but the app's own files. Developer tools have a scheme of their own, where they
 * exist at all.
 */
function denyOutsideRequests(session: Session): void {
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !isInside(url) });
  });
}

function isInside(url: string): boolean {
  if (url.startsWith(`${ORIGIN}/`) || url.startsWith("data:")) return true;
  return url.startsWith("devtools://") && !app.isPackaged;
}

/** 1: a file is written where the person says, by main; never by the page. */
function denyDownloads(session: Session): void {
  session.on("will-download", (event) => {
    event.preventDefault();
  });
}

/** 1: Chromium would fetch dictionaries from its own servers, and notes are nobody else's business. */
function denyDictionaries(session: Session): void {
  session.setSpellCheckerEnabled(false);
}

/** 1: peer connections go round the requests above; without a proxy they have no way at all. */
function denyPeerConnections(contents: WebContents): void {
  contents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
}

/** 13: links, scripts, forms and files dropped on the window lead nowhere; only the page may reload. */
function denyNavigation(contents: WebContents): void {
  contents.on("will-navigate", (event) => {
    if (!isPage(event.url)) event.preventDefault();
  });
}

/** The page, at whichever of its places: those are hashes. */
function isPage(url: string): boolean {
  return url === PAGE_ADDRESS || url.startsWith(`${PAGE_ADDRESS}#`);
}

/** 13: nor is it led away by a response. */
function denyRedirects(contents: WebContents): void {
  contents.on("will-redirect", (event) => {
    event.preventDefault();
  });
}

/** 13: nothing is ever loaded into a frame inside the page. */
function denyFrames(contents: WebContents): void {
  contents.on("will-frame-navigate", (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
}

/** 14 and 15: no second window, and no address is handed to the system: the page links to nothing outside. */
function denyWindows(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: "deny" }));
}

/** 11 and 12: no embedded browser. */
function denyWebviews(contents: WebContents): void {
  contents.on("will-attach-webview", (event) => {
    event.preventDefault();
  });
}
