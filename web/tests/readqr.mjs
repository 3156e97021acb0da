// Reads a picture from standard input, as JSON {width, height, data: base64 of RGBA}, and prints the text of its QR code.
import decodeQR from 'qr/decode.js'

let text = ''
for await (const part of process.stdin) text += part
const { width, height, data } = JSON.parse(text)
console.log(decodeQR({ width, height, data: Uint8Array.from(Buffer.from(data, 'base64')) }))
