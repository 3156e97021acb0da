/** Faces in the order of the weights. */
export const faces = ['1', '2', 'hook', 'double', 'water']
