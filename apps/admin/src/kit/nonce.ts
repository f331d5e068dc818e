/** The nonce of this page, for the libraries that add style elements. */
export const cspNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ??
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.getAttribute('nonce') ??
  '';
