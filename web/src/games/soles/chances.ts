import { weightsOf, type Facts, type Reader } from '../chances.ts'

/** Faces in the order of the weights. */
export const faces = ['1', '2', 'hook', 'double', 'water']

/** Every die has the same faces. */
export function chances(facts: Facts): Reader {
  const weights = weightsOf(facts, ['die', 'faces'], faces)
  return (_seat, words) => {
    const [verb, ...shown] = words.split(' ')
    return verb === 'roll' ? shown.map((face) => ({ weights, choice: faces.indexOf(face) })) : undefined
  }
}
