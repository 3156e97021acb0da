/** Faces in the order of the weights. */
export const symbols = ['worm', 'hook', 'wave', 'double', 'empty']
export const whiteFaces = ['fish', 'two', 'shoe', 'zzz']
