import base from './vite.config.ts'
export default { ...base, server: { proxy: { '/api': { target: 'http://127.0.0.1:8123', ws: true, changeOrigin: true, headers: { origin: 'http://127.0.0.1:8123' } } } } }
