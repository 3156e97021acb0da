import { Refused } from '../table/http.ts'
import { troubleOf, type Trouble } from '../table/trouble.ts'
import type { DealState } from '../wire.ts'
import { dealAt, isMoving } from './deal.ts'

const again = 4000

/** A deal that is looked at again while something may change; only as long as the page is seen. */
export class Watched {
  deal: DealState | undefined = $state.raw()
  trouble: Trouble | undefined = $state.raw()

  constructor(code: string, table: () => string, host = '') {
    $effect(() => {
      let timer = 0
      let gone = false
      const look = async (): Promise<void> => {
        try {
          if (!document.hidden || !this.deal) this.deal = await dealAt(code, table(), host)
          this.trouble = undefined
        } catch (error) {
          this.trouble = troubleOf(error)
          if (!this.deal && error instanceof Refused && error.problem?.kind === 'not found') return // nor will there be
        }
        if (!gone && (!this.deal || isMoving(this.deal))) timer = window.setTimeout(look, again)
      }
      void look()
      return () => {
        gone = true
        clearTimeout(timer)
      }
    })
  }
}
