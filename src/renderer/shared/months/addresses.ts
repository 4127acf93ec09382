/** How Close is addressed. */

/** The subject of its address under which the changes of all months are listed. */
export const REGISTER = "restatements";

/** Where Enter goes: the title of what is shown beside the months. */
export const MONTH_TITLE_ID = "close-month-title";
