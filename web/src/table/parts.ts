import type { Part, Update, View } from '../wire.ts'

/** Who may do nothing now. */
const idle = { owes: false, verbs: [], choices: [], sealed: null, undo: false }

/** Where nothing is secret everybody is sent the same: here it gets a part for each seat that this device holds, or a watcher's. */
export const withParts = (update: Update, held: readonly string[]): Update => {
  const { open } = update
  if (!open) return update
  const part = (seat: string | null): Part => {
    const mine = (view: View): View => ({ ...view, seat })
    return {
      ...(open.turns.find((turn) => turn.seat === seat) ?? idle),
      seat,
      lines: open.lines.map((line) => (line.view ? { ...line, view: mine(line.view) } : line)),
      view: mine(open.view),
      ...(open.before ? { before: mine(open.before) } : {}),
    }
  }
  return { ...update, parts: (held.length ? held : [null]).map(part) }
}
