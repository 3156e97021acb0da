// Reads JSON {record, facts, draws, pledge, lived} and prints what the page's check says of it.
import * as espresso from '../src/games/espresso/chances.ts'
import * as lure from '../src/games/lure/chances.ts'
import * as soles from '../src/games/soles/chances.ts'
import { readLogbook } from '../src/table/logbook.ts'
import { check } from '../src/table/proof.ts'

let text = ''
for await (const part of process.stdin) text += part
const { record, facts, draws, pledge, lived } = JSON.parse(text)
const book = readLogbook(record)
const { chances, rounds } = { soles, espresso, lure }[book.game] ?? { chances: () => () => undefined }
console.log(JSON.stringify(check({ book, facts, draws, reader: chances, rounds, pledge, lived })))
