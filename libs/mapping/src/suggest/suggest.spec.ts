// Proposals: names, roles, shapes, transforms, order, existing links.
import { fieldTree, suggestLinks, type Link } from '../index.js';
import { meanings } from './vocabulary.js';

const suggest = (source: unknown, destination: unknown, existing: Link[] = []) =>
  suggestLinks(fieldTree({ '': [source] }), fieldTree({ '': [destination] }), { existing });
const pairs = (...args: Parameters<typeof suggest>) =>
  Object.fromEntries(suggest(...args).map((item) => [item.to, item.link.from]));

it('equal names on both sides are all proposed in one step', () => {
  const header = {
    messageHeader: { id: 'a', sentAt: '2026-01-01T00:00:00Z', sender: { code: 'X', zone: 'Y' } },
  };
  const found = suggest(header, header);
  expect(found.map((item) => [item.to, item.link.from])).toEqual(
    ['id', 'sender.code', 'sender.zone', 'sentAt'].map((name) => [
      `messageHeader.${name}`,
      `messageHeader.${name}`,
    ]),
  );
});

it('an exact name goes before a similar one, one to one', () => {
  const names = { name: 'a', name1: 'b', name2: 'c', name3: 'd' };
  expect(pairs(names, names)).toEqual({ name: 'name', name1: 'name1', name2: 'name2', name3: 'name3' });
});

it.each([
  [
    'German',
    {
      Bestellnummer: 'A-1',
      Kundennr: 'K1',
      Bestelldatum: '2026-01-01',
      Lieferadresse: { Vorname: 'a', Nachname: 'b', Straße: 'c 1', PLZ: '10115', Ort: 'Berlin' },
      Rechnungsadresse: { Firma: 'd', Strasse: 'e 2', Postleitzahl: '80331', Stadt: 'München' },
      Währung: 'EUR',
      Gesamtbetrag: 12.5,
      Positionen: [{ Artikelnummer: 'X', Bezeichnung: 'Tee', Menge: 2, Einzelpreis: 5.5 }],
    },
  ],
  [
    'French',
    {
      'Numéro de commande': 'A-1',
      numeroClient: 'K1',
      date_commande: '2026-01-01',
      adresseLivraison: {
        prénom: 'a',
        nom_de_famille: 'b',
        rue: 'c 1',
        code_postal: '75001',
        ville: 'Paris',
      },
      'adresse de facturation': { société: 'd', rue: 'e 2', codePostal: '69001', ville: 'Lyon' },
      devise: 'EUR',
      montant_total: 12.5,
      lignes: [{ code_article: 'X', désignation: 'Thé', quantité: 2, prix_unitaire: 5.5 }],
    },
  ],
  [
    'Spanish',
    {
      numero_pedido: 'A-1',
      codigoCliente: 'K1',
      'fecha del pedido': '2026-01-01',
      direccion_envio: {
        nombre_de_pila: '',
        apellidos: 'b',
        calle: 'c 1',
        'código postal': '28001',
        ciudad: 'M',
      },
      direccion_facturacion: { empresa: 'd', calle: 'e 2', codigo_postal: '08001', localidad: 'B' },
      moneda: 'EUR',
      importeTotal: 12.5,
      lineas: [{ codigo_articulo: 'X', descripcion: 'Té', cantidad: 2, precioUnitario: 5.5 }],
    },
  ],
  [
    'Italian',
    {
      numero_ordine: 'A-1',
      codice_cliente: 'K1',
      data_ordine: '2026-01-01',
      indirizzo_spedizione: { cognome: 'b', indirizzo: 'c 1', cap: '00118', città: 'Roma' },
      indirizzo_fatturazione: {
        ragione_sociale: 'd',
        indirizzo: 'e 2',
        codice_postale: '20121',
        comune: 'Milano',
      },
      valuta: 'EUR',
      importo_totale: 12.5,
      righe: [{ codice_articolo: 'X', descrizione: 'Tè', quantità: 2, prezzo_unitario: 5.5 }],
    },
  ],
  [
    'Dutch',
    {
      bestelnummer: 'A-1',
      klantnummer: 'K1',
      besteldatum: '2026-01-01',
      verzendadres: { voornaam: 'a', achternaam: 'b', straat: 'c 1', postcode: '1012AB', woonplaats: 'A' },
      factuuradres: { bedrijfsnaam: 'd', straat: 'e 2', postcode: '3511', plaats: 'U' },
      valuta: 'EUR',
      totaalbedrag: 12.5,
      regels: [{ artikelnummer: 'X', omschrijving: 'Thee', aantal: 2, stukprijs: 5.5 }],
    },
  ],
])('names in %s are understood', (_language, source) => {
  const destination = {
    orderNumber: 'x',
    customerNumber: 'x',
    orderDate: '2026-01-02',
    shippingAddress: { lastName: 'x', street: 'x', postcode: 'x', city: 'x' },
    billingAddress: { company: 'x', street: 'x', postcode: 'x', city: 'x' },
    currency: 'USD',
    total: 1.5,
    lines: [{ sku: 'x', description: 'x', quantity: 1, unitPrice: 1.5 }],
  };
  const found = pairs(source, destination);
  // In the order in which both are written.
  const inOrder = Object.keys(found).map((to) => [to, found[to]]);
  const names = Object.keys(source);
  const rootOf = (from: unknown) =>
    names.findIndex((name) =>
      String(from)
        .replace(/^\["|"\]/g, '')
        .startsWith(name),
    );
  const roots: Record<string, number> = {};
  for (const [to, from] of inOrder) roots[String(to)] = rootOf(from);
  expect(roots).toEqual({
    orderNumber: 0,
    customerNumber: 1,
    orderDate: 2,
    'shippingAddress.lastName': 3,
    'shippingAddress.street': 3,
    'shippingAddress.postcode': 3,
    'shippingAddress.city': 3,
    'billingAddress.company': 4,
    'billingAddress.street': 4,
    'billingAddress.postcode': 4,
    'billingAddress.city': 4,
    currency: 5,
    total: 6,
    'lines[].sku': 7,
    'lines[].description': 7,
    'lines[].quantity': 7,
    'lines[].unitPrice': 7,
  });
});

it.each([
  ['000010', ['parseNumber', {}]],
  ['+5', ['parseNumber', {}]],
  ['12,50', ['parseNumber', { decimal: ',' }]],
  ['1.234,50', ['parseNumber', { group: '.', decimal: ',' }]],
  ['1,234.50', ['parseNumber', { group: ',', decimal: '.' }]],
  ['1 234,50', ['parseNumber', { group: ' ', decimal: ',' }]],
  ['12.50', undefined],
])('the text %s becomes a number with the function that reads it', (text, fn) => {
  const [found] = suggest({ quantity: text }, { quantity: 7 });
  expect([found?.link.fn?.[0], found?.link.type]).toEqual([fn, 'number']);
});

it('abbreviations, synonyms and roles are understood', () => {
  const source = {
    qty: 1,
    shipping_address: { zip: '40202', state: 'KY', address1: 'a' },
    billing_address: { zip: '1', state: 'NY', address1: 'b' },
  };
  const destination = {
    quantity: 2,
    shipToPostalCode: 'x',
    shipToProvince: 'x',
    shipToAddressLine1: 'x',
    billToPostcode: 'x',
    billToRegion: 'x',
    billToStreet1: 'x',
  };
  expect(pairs(source, destination)).toEqual({
    quantity: 'qty',
    shipToPostalCode: 'shipping_address.zip',
    shipToProvince: 'shipping_address.state',
    shipToAddressLine1: 'shipping_address.address1',
    billToPostcode: 'billing_address.zip',
    billToRegion: 'billing_address.state',
    billToStreet1: 'billing_address.address1',
  });
});

it('a change of form comes with the link', () => {
  const links = suggest(
    { created: 1680644467, total: '12.50', first_name: 'A', last_name: 'B', id: 5 },
    { created_at: '2026-01-01T00:00:00Z', total: 1.5, name: 'x', id: 'x' },
  ).map((item) => item.link);
  expect(links).toEqual([
    { to: 'created_at', from: 'created', fn: [['date', { from: 'epoch_s', to: 'iso' }]] },
    { to: 'id', from: 'id', type: 'string' },
    { to: 'name', from: ['first_name', 'last_name'], fn: [['concat', { sep: ' ' }]] },
    { to: 'total', from: 'total', type: 'number' },
  ]);
});

it('existing links stay and their ends are not used again', () => {
  const both = { email: 'a@b.example', phone: '1' };
  expect(pairs(both, both, [{ to: 'email', from: 'phone' }])).toEqual({});
  expect(pairs(both, both, [{ to: 'email', from: 'email' }])).toEqual({ phone: 'phone' });
});

it('nothing is proposed where nothing fits', () => {
  expect(suggest({ alpha: 1 }, { omega: 'x' })).toEqual([]);
  expect(suggestLinks({ roots: [] }, { roots: [] })).toEqual([]);
});

it('proposals carry a reason and a tier', () => {
  const [found] = suggest({ customer_email: 'a@b.example' }, { customerEmail: 'c@d.example' });
  expect(found).toMatchObject({ tier: 'apply', reason: 'same name, both email' });
});

describe('what must not be applied unseen', () => {
  const tiers = (source: unknown, destination: unknown) =>
    Object.fromEntries(
      suggestLinks(fieldTree({ '': [source] }), fieldTree({ '': [destination] })).map(
        ({ from, to, tier }) => [to, `${from.join(', ')} ${tier}`],
      ),
    );

  it('the number of a row comes from a position, never from an id or a code', () => {
    const destination = { lines: [{ line_number: 1, item_no: 'A', qty: 1 }] };
    const row = { id: 77, sku: 'A', quantity: 2 };
    expect(tiers({ line_items: [row] }, destination)).not.toHaveProperty('lines[].line_number');
    expect(tiers({ line_items: [{ ...row, position: 1 }] }, destination)).toMatchObject({
      'lines[].line_number': 'line_items[].position apply',
    });
  });

  it('the id that the other system gives its own things', () => {
    const links = tiers({ id: 1, lines: [{ id: 2, sku: 'A' }] }, { id: 9, lines: [{ id: 3, sku: 'B' }] });
    expect(links.id).not.toContain('apply');
    expect(links['lines[].id']).not.toContain('apply');
  });

  it('names such as id and name that stand for different things', () => {
    const source = { lines: [{ id: 2, sku: 'A' }], requester: { name: 'Amy' } };
    const links = tiers(source, { rows: [{ item: { id: '98' } }], issuetype: { name: 'Bug' } });
    expect(links['rows[].item.id'] ?? '').not.toContain('lines[].id');
    expect(links['issuetype.name'] ?? '').not.toContain('requester');
  });
});

it('a list that only wraps the source is read by its first element', () => {
  const source = { shipments: [{ status: 'delivered', weight: 2.5, city: 'Oslo', carrier: 'x' }] };
  const destination = { tracking: { status: 's', weight: 1.5, city: 'c' } };
  const links = suggestLinks(fieldTree({ '': [source] }), fieldTree({ '': [destination] }));
  expect(links.map(({ link }) => link.from)).toEqual([
    'shipments[0].city',
    'shipments[0].status',
    'shipments[0].weight',
  ]);
});

describe('a change of form that needs a look', () => {
  const found = (source: unknown, destination: unknown) =>
    Object.fromEntries(suggest(source, destination).map((item) => [item.to, item]));

  it('minor units are those of the currency beside the amount', () => {
    const { amount } = found({ amount: 1999, currency: 'jpy' }, { amount: 19.99, currency: 'x' });
    expect(amount).toMatchObject({
      link: { from: 'amount', fn: [['fromMinorUnits', { currency: 'JPY' }]] },
      tier: 'review',
    });
    const lines = { currency: 'USD', lines: [{ price: 1999, currency: 'BHD' }] };
    expect(found(lines, { lines: [{ price: 1.5 }] })['lines[].price']?.link.fn).toEqual([
      ['fromMinorUnits', { currency: 'BHD' }],
    ]);
  });

  it('the form of a date is said where its digits leave no doubt', () => {
    const formOf = (date: string) => {
      const { order_date } = found({ order_date: date }, { order_date: '2026-01-31' });
      return [order_date?.link.fn?.[0]?.[1]?.from, order_date?.tier];
    };
    expect(formOf('31/12/2024')).toEqual(['dd/MM/yyyy', 'apply']);
    expect(formOf('12/31/2024')).toEqual(['MM/dd/yyyy', 'apply']);
    expect(formOf('3.31.2024 10:15')).toEqual(['M.d.yyyy HH:mm', 'apply']);
    expect(formOf('05/06/2024')).toEqual([undefined, 'review']);
    expect(formOf('2024-12-31')).toEqual([undefined, 'apply']);
  });

  it("a number that is called a name is nobody's name", () => {
    const customer = { first_name: 'Ada', last_name: 'Byron' };
    const { customerName } = found({ name: '#1001', customer }, { customerName: 'Jane Doe' });
    expect(customerName?.link.from).toEqual(['customer.first_name', 'customer.last_name']);
  });
});

describe('names of any length', () => {
  it.each([
    ['glued words', 'mobiltelefon'.repeat(20) + 'qqq'],
    ['glued words that fit the bound', 'mobiltelefon'.repeat(8) + 'qqq'],
    ['2,000 characters', 'mobiltelefon'.repeat(167)],
    ['capitals', 'A'.repeat(200_000)],
  ])('are answered at once: %s', (_name, name) => {
    const began = performance.now();
    meanings(name);
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it('are cut where compounds are known', () => {
    expect(meanings('rechnungsnummer')).toEqual(meanings('rechnungs_nummer'));
    expect(meanings('mobiltelefonnummer')).not.toEqual(['mobiltelefonnummer']);
    expect(meanings('HTTPServerURL')).toEqual(meanings('http_server_url'));
  });
});
