/** Questions whether words may be chosen. Every one is settled: by its answer, or with nothing when none will come. */
export class Trials {
  private readonly open = new Map<number, (legal: boolean | undefined) => void>()

  /** The answer to the question of this number; 0 is a question that could not be put. */
  wait(id: number): Promise<boolean | undefined> {
    return new Promise((settle) => {
      if (id) this.open.set(id, settle)
      else settle(undefined) // the server decides when it is chosen
    })
  }

  hear(id: number, legal: boolean): void {
    this.settle(id, legal)
  }

  /** Whether it was such a question that the server refused to answer. */
  refused(id: number): boolean {
    return this.settle(id, undefined)
  }

  /** The line is gone, and with it every answer. */
  forget(): void {
    for (const id of [...this.open.keys()]) this.settle(id, undefined)
  }

  private settle(id: number, legal: boolean | undefined): boolean {
    const settle = this.open.get(id)
    this.open.delete(id)
    settle?.(legal)
    return settle !== undefined
  }
}
