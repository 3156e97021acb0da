// Reads JSON {record, facts, draws, pledge, lived} and prints what the page's check says of it.
import { chances as espresso } from '../src/games/espresso/chances.ts'
import { chances as lure } from '../src/games/lure/chances.ts'
import { chances as soles } from '../src/games/soles/chances.ts'
import { readLogbook } from '../src/table/logbook.ts'
import { check } from '../src/table/proof.ts'

let text = ''
for await (const part of process.stdin) text += part
const { record, facts, draws, pledge, lived } = JSON.parse(text)
const book = readLogbook(record)
const reader = { soles, espresso, lure }[book.game] ?? (() => () => undefined)
console.log(JSON.stringify(check({ book, facts, draws, reader, pledge, lived })))
