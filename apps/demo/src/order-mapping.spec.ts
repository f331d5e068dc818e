/** The demo's mapping against the orders that the sample shop has and the checks that the sample ERP makes. */
import { compileMapping, fieldTree } from '#mapping';
import { findFault } from '../../sample-systems/src/erp/sales-order.js';
import { makeOrder } from '../../sample-systems/src/shop/orders.js';
import { orderMapping, withDefaultEmail, type MappingDocument } from './order-mapping.js';
import { erpSalesOrder, shopOrders } from './samples.js';

const shop = { count: 250, hasFaults: true };

function compile(document: MappingDocument) {
  const result = compileMapping(document, { destination: fieldTree({ '': [erpSalesOrder] }) });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.mapping;
}

/** What became of each order: `delivered`, or the code of the mapping or of the ERP. */
function outcomes(document: MappingDocument): Map<string, string[]> {
  const mapping = compile(document);
  const found = new Map<string, string[]>();
  for (let index = 0; index < shop.count; index++) {
    const order = makeOrder(shop, index);
    const { output, errors } = mapping.map(order);
    const outcome = errors[0]?.code ?? findFault(output)?.code ?? 'delivered';
    found.set(outcome, [...(found.get(outcome) ?? []), order.order_number as string]);
  }
  return found;
}

test('every field of the sales order is mapped, and the sample order gives the sample sales order', () => {
  const { output, errors } = compile(orderMapping).map(shopOrders.orders[0]);
  expect(errors).toEqual([]);
  const { bill_to, ship_to, customer, ...rest } = erpSalesOrder;
  expect(output).toMatchObject(rest);
  expect(output).toMatchObject({
    customer: { name: customer.name, email: customer.email },
    bill_to: { ...bill_to, street2: null },
    ship_to: { ...ship_to, street2: null },
  });
  expect(Object.keys(output as object).sort()).toEqual(Object.keys(erpSalesOrder).sort());
});

test('of 250 orders the ERP takes 247; three fail, each for a reason of its own', () => {
  const found = outcomes(orderMapping);
  expect(found.get('delivered')).toHaveLength(247);
  found.delete('delivered');
  expect(Object.fromEntries(found)).toEqual({
    REQUIRED: ['S-100037'],
    BAD_DATE: ['S-100113'],
    unknown_article: ['S-100201'],
  });
});

test('a default for the e-mail address mends one of them', () => {
  const found = outcomes(withDefaultEmail(orderMapping, 'unknown@example.com'));
  expect(found.get('delivered')).toHaveLength(248);
  expect(found.get('REQUIRED')).toBeUndefined();
});
