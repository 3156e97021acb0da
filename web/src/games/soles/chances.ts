import { weightsOf, type Facts, type Reader } from '../chances.ts'
import { faces } from './faces.ts'

/** Every die has the same faces. */
export function chances(facts: Facts): Reader {
  const weights = weightsOf(facts, ['die', 'faces'], faces)
  return (_seat, words) => {
    const [verb, ...shown] = words.split(' ')
    return verb === 'roll' ? shown.map((face) => ({ weights, faces, choice: faces.indexOf(face) })) : undefined
  }
}
