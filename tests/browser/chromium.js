// Prints the path of the Chromium that ships inside an npm package: no root, no download of its own.
import chromium from '@sparticuz/chromium'

console.log(await chromium.executablePath())
