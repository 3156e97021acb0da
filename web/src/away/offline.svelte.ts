/** Whether this device has no network, as far as the browser knows. */
export const offline: { now: boolean } = $state({ now: !navigator.onLine })
window.addEventListener('offline', () => (offline.now = true))
window.addEventListener('online', () => (offline.now = false))
