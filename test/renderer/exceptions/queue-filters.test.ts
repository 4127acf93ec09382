import { describe, expect, it } from "vitest";
import {
  ALL_EXCEPTIONS,
  type QueueFilters,
  WAITING,
  filterOfClass,
  filtersFrom,
  isNarrowed,
  isWholeText,
  keptText,
  withFilters,
} from "../../../src/renderer/shared/decide/queue-filters.ts";

const from = (query: string): QueueFilters => filtersFrom(new URLSearchParams(query));

describe("saved filters", () => {
  it("are valid when they say only what is understood", () => {
    for (const query of [
      "",
      "status=waiting",
      "status=open%2Craised&rule=chain-break&q=late+fee&order=amount",
    ]) {
      expect(keptText(from(query))).toBe(query);
      expect(isWholeText(query)).toBe(true);
    }
    expect(keptText({ ...ALL_EXCEPTIONS, statuses: WAITING })).toBe("status=waiting");
  });

  it.each(["rule=no-such-rule", "status=forgotten", "order=colour", "month=2026-10", "%%%"])(
    "are invalid with %s",
    (query) => expect(isWholeText(query)).toBe(false),
  );
});

describe("the queue's filters in the address", () => {
  it("show all exceptions without notices when the address says nothing", () => {
    expect(from("month=2026-10")).toEqual(ALL_EXCEPTIONS);
    expect(isNarrowed(from(""))).toBe(false);
  });

  it("read rules, statuses, severities, search and order", () => {
    expect(
      from("rule=chain-break,orphan-payref&status=open,raised&severity=error&q=late%20fee&order=amount"),
    ).toEqual({
      statuses: ["open", "raised"],
      rules: ["chain-break", "orphan-payref"],
      severities: ["error"],
      currency: null,
      findings: null,
      search: "late fee",
      order: "amount",
    });
  });

  it("ignore unknown words, and treat a list of only such words as no filter", () => {
    const filters = from("rule=no-such-rule&status=done,open&severity=fatal&order=random");
    expect(filters).toEqual({ ...ALL_EXCEPTIONS, statuses: ["open"] });
  });

  it("show notices where the address asks for a rule of notices", () => {
    expect(from("rule=in-transit").severities).toEqual(["error", "warning", "info"]);
    expect(from("rule=in-transit&severity=error").severities).toEqual(["error"]);
  });

  it.each([
    "",
    "month=2026-10",
    "rule=chain-break",
    "rule=in-transit",
    "rule=in-transit&severity=warning",
    "status=waiting",
    "status=explained,accepted",
    "severity=error,warning,info",
    "q=%2B%26%3D%3Cb%3E&order=newest",
    "currency=NGN",
    "status=raised&currency=none",
  ])("write what was read, and keep other parameters: %j", (query) => {
    const filters = from(query);
    const written = withFilters(new URLSearchParams("month=2026-10&rule=reference&q=old"), filters);
    expect(written.get("month")).toBe("2026-10");
    expect(filtersFrom(written)).toEqual(filters);
  });

  it("name the exceptions of a class, and of a currency or of none that is known", () => {
    expect(filterOfClass("undecided", undefined)).toBe("status=waiting");
    expect(filterOfClass("raised", "NGN")).toBe("status=raised&currency=NGN");
    expect(filterOfClass("accepted", null)).toBe("status=accepted&currency=none");
    expect(from("currency=none").currency).toBe("");
    expect(isNarrowed(from("currency=none"))).toBe(true);
  });

  it("write nothing for defaults", () => {
    expect(withFilters(new URLSearchParams("all&order=amount"), ALL_EXCEPTIONS).toString()).toBe("all=");
    expect(withFilters(new URLSearchParams(), { ...ALL_EXCEPTIONS, statuses: WAITING }).toString()).toBe(
      "status=waiting",
    );
  });
});
