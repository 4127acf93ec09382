/** A table of a window crosses the bridge in pieces, each well within a frame. */

/** The most characters of a piece. */
export const TABLE_PIECE = 1_200_000;
/** The most pieces of a table. */
export const TABLE_PIECES = 40;
