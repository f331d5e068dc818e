/**
 * The orders of the sample shop: made from their number alone, so that any count of them takes no memory and every
 * start has the same. Money is text with two decimals, as many shops write it.
 */
import { address, customer, pick, products, unknownProduct, type Product } from './catalog.js';

const FIRST_ID = 100_001;
const FIRST_TIME = Date.UTC(2026, 0, 2, 8, 0, 0);
const SECONDS_APART = 977;
const shippingMethods = ['DHL Standard', 'DHL Express', 'Pickup'];
const payments = ['paypal', 'card', 'invoice'];

/** Positions (from 0) of the three orders with a fault, each of another kind. */
const plantedFaults = { missingEmail: 36, brokenDate: 112, unknownProduct: 200 };

export interface OrderList {
  count: number;
  /** The three planted faults are left out when false. */
  hasFaults: boolean;
}

export function makeOrder(list: OrderList, index: number): Record<string, unknown> {
  const createdAt = new Date(FIRST_TIME + index * SECONDS_APART * 1000);
  const buyer = customer(1 + ((index * 31) % 180));
  const name = `${buyer.first_name} ${buyer.last_name}`;
  const lines = makeLines(index, list.hasFaults && index === plantedFaults.unknownProduct);
  const shippingCents = index % 3 === 0 ? 0 : 490;
  const taxCents = sum(lines.map((line) => line.taxCents));
  const netCents = sum(lines.map((line) => line.netCents));
  const isBrokenDate = list.hasFaults && index === plantedFaults.brokenDate;
  return {
    id: FIRST_ID + index,
    order_number: `S-${FIRST_ID + index}`,
    created_at: isBrokenDate ? '2026-02-30T25:61:00Z' : createdAt.toISOString(),
    updated_at: updatedAt(index),
    currency: 'EUR',
    status: 'paid',
    channel: index % 4 === 0 ? 'marketplace' : 'web',
    customer: list.hasFaults && index === plantedFaults.missingEmail ? withoutEmail(buyer) : buyer,
    billing_address: address(index, buyer.company ?? name),
    shipping_address: address(index % 6 === 0 ? index + 1 : index, name),
    line_items: lines.map(({ line }) => line),
    shipping: { method: pick(shippingMethods, index, 2), cost: money(shippingCents) },
    payment: {
      method: pick(payments, index, 2),
      transaction_id: `T${7_000_000 + index}`,
      paid_at: createdAt.toISOString(),
    },
    totals: {
      subtotal: money(netCents),
      shipping: money(shippingCents),
      tax: money(taxCents),
      discount: '0.00',
      grand_total: money(netCents + taxCents + shippingCents),
    },
    requested_delivery_date: new Date(createdAt.getTime() + (2 + (index % 5)) * 86_400_000)
      .toISOString()
      .slice(0, 10),
    note: index % 7 === 0 ? 'Please leave it with the neighbour.' : null,
    tags: index % 4 === 0 ? ['gift', 'priority'] : ['standard'],
  };
}

/** Rises with the index, so that "changed since" is a search and no scan. */
function updatedAt(index: number): string {
  return new Date(FIRST_TIME + index * SECONDS_APART * 1000 + 60_000).toISOString();
}

/** The index of an order id, or -1. */
export function indexOf(list: OrderList, id: string): number {
  const index = /^\d{1,12}$/.test(id) ? Number(id) - FIRST_ID : -1;
  return index >= 0 && index < list.count ? index : -1;
}

/** The first order changed at `since` or later. */
export function firstChangedSince(list: OrderList, since: Date): number {
  const index = Math.ceil((since.getTime() - 60_000 - FIRST_TIME) / (SECONDS_APART * 1000));
  return Math.min(Math.max(index, 0), list.count);
}

function makeLines(index: number, hasUnknown: boolean) {
  const count = 1 + (index % 4);
  return Array.from({ length: count }, (_, position) => {
    const product = hasUnknown && position === 0 ? unknownProduct : pick(products, index + position * 5, 5);
    return makeLine(product, position, 1 + ((index + position) % 3));
  });
}

function makeLine(product: Product, position: number, quantity: number) {
  const netCents = product.cents * quantity;
  const taxCents = Math.round((netCents * product.taxRate) / 100);
  const line = {
    id: position + 1,
    sku: product.sku,
    name: product.name,
    quantity,
    unit_price: money(product.cents),
    tax_rate: product.taxRate.toFixed(2),
    taxes: [{ name: 'VAT', rate: product.taxRate.toFixed(2), amount: money(taxCents) }],
    total: money(netCents),
  };
  return { line, netCents, taxCents };
}

function withoutEmail(buyer: ReturnType<typeof customer>) {
  const { email: _, ...rest } = buyer;
  return rest;
}

export function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
