// Names under which values are kept and read: what every object has by nature cannot be one.
import { Check } from '../../common/validation/check.decorator.js';

export const OwnName = (): PropertyDecorator =>
  Check('not_allowed', (value) =>
    typeof value === 'string' && value in Object.prototype
      ? `must be another name: "${value}" is one that every object has`
      : null,
  );
