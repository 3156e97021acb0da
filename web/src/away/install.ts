/** What browsers that install pages ask with; not in the standard, so not in TypeScript either. */
export interface InstallOffer extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export const installing: { offer: InstallOffer | undefined } = { offer: undefined }

/** The browser offers it early and once; the page asks at a better moment. */
export function watchForInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installing.offer = event as InstallOffer
  })
}
