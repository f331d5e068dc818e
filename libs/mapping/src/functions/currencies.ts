// Decimals of currencies (ISO 4217, minor unit) where they differ from two.

const EXPONENTS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const BY_CODE = new Map(
  Object.entries(EXPONENTS).flatMap(([exponent, codes]) =>
    codes.split(' ').map((code) => [code, Number(exponent)] as const),
  ),
);

/** Decimals of a currency; undefined when the text is no currency code. */
export function currencyExponent(code: string): number | undefined {
  if (!/^[A-Za-z]{3}$/.test(code)) return undefined;
  return BY_CODE.get(code.toUpperCase()) ?? 2;
}
