// A class-validator constraint from a plain function that answers what is wrong, or null.
import { ValidateBy, type ValidationArguments } from 'class-validator';

/**
 * `find` gets the value (and its object) and returns words such as "must be …", or null when it is fine. Words may
 * begin with the place inside the value (`[2] must be …`), which joins the field's path.
 */
export function Check(
  code: string,
  find: (value: unknown, object: object) => string | null,
): PropertyDecorator {
  return ValidateBy({
    name: code,
    validator: {
      validate: (value: unknown, args?: ValidationArguments) => find(value, args?.object ?? {}) === null,
      defaultMessage: (args?: ValidationArguments) => find(args?.value, args?.object ?? {}) ?? '',
    },
  });
}
