/** What each bot looks like: skin, hair, how it is worn, and what else one sees. The hat says the level, the face the temper. */
export interface Look {
  skin: string
  hair: string
  style: 'short' | 'long' | 'braids' | 'curls' | 'bun' | 'bald'
  extras: string
}

const skins = ['#f3cfae', '#e2ac80', '#b97b52', '#8a5636', '#9fd0c4', '#7fb7c9']
const hairs: Readonly<Record<string, string>> = { b: '#3a2a22', n: '#7a4a26', r: '#b5532a', y: '#e0b04a', g: '#b9bcbd', w: '#f1efe6', s: '#2f7f6b', u: '#2a5f86', k: '#1d2328' }
const styles: Readonly<Record<string, Look['style']>> = { s: 'short', l: 'long', z: 'braids', c: 'curls', u: 'bun', x: 'bald' }

/** Three letters each: a number for the skin, the hair's colour, how it is worn; then freckles, glasses, beard, moustache, rings. */
const people: Readonly<Record<string, string>> = {
  Pip: '0rs freckles', Polly: '2bc', Pelle: '0ys freckles', Pina: '1bz', Puck: '3kc', Paula: '0nz glasses', Piet: '1ns',
  Marlies: '0yl', Milo: '2ks moustache', Mette: '0rz freckles', Magnus: '0nx beard', Minna: '1bu glasses', Mads: '0ys glasses', Mona: '3kc rings',
  Hilda: '0gu glasses', Hektor: '2ks beard', Hedda: '0rl rings', Harald: '0wx beard moustache', Helmi: '1yu', Hugo: '0gs moustache glasses', Hanna: '3kl rings',
  Nerea: '4sl', Nestor: '5wx beard', Njord: '4us beard', Nixe: '5uz', Nils: '4ss', Nele: '5sc rings', Noah: '4ws moustache',
}

export function lookOf(name: string): Look | undefined {
  const [code = '', ...extras] = (people[name] ?? '').split(' ')
  const [skin = '', hair = '', style = ''] = code
  if (!code) return undefined
  return { skin: skins[Number(skin)] ?? '', hair: hairs[hair] ?? '', style: styles[style] ?? 'short', extras: extras.join(' ') }
}
