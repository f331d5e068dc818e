/** Two versions of a form side by side: for each field that differs, mine or theirs. */
import { Fragment, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { linesOf, sideBySide, type FieldDifference, type Side } from './field-differences.js';
import classes from './conflict.module.css';

interface FieldChoicesProps {
  differences: FieldDifference[];
  chosen: Readonly<Record<string, Side>>;
  /** Both are of the same person, in two tabs. */
  isOwn: boolean;
  onChoose: (name: string, side: Side) => void;
}

export default function FieldChoices({ differences, chosen, isOwn, onChoose }: FieldChoicesProps) {
  const { t } = useTranslation();
  const sides = isOwn
    ? { mine: t('Here'), theirs: t('As saved') }
    : { mine: t('Yours'), theirs: t('Theirs') };
  return (
    <div className={classes.choices}>
      <span className={classes.heads}>{t('Field')}</span>
      <span className={classes.heads}>{sides.mine}</span>
      <span className={classes.heads}>{sides.theirs}</span>
      {differences.map((difference) => (
        <Choice
          key={difference.name}
          difference={difference}
          sides={sides}
          side={chosen[difference.name] ?? difference.likely}
          onChoose={(side) => onChoose(difference.name, side)}
        />
      ))}
    </div>
  );
}

interface ChoiceProps {
  difference: FieldDifference;
  /** What each side is called. */
  sides: Record<Side, string>;
  side: Side;
  onChoose: (side: Side) => void;
}

function Choice({ difference, sides, side, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  const { words, mine, theirs } = difference;
  const texts = useMemo(() => {
    const shown = (value: unknown): string =>
      words.secret
        ? value === undefined
          ? t('Stored, hidden')
          : t('Typed here, hidden')
        : linesOf(value, t, words.words);
    const [own, other] = sideBySide(shown(mine), shown(theirs));
    return { mine: own, theirs: other };
  }, [words, mine, theirs, t]);
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <span id={id} className={classes.field}>
        {t(words.label)}
      </span>
      {(['mine', 'theirs'] as const).map((each) => (
        <Fragment key={each}>
          <label className={classes.side}>
            <input
              type="radio"
              name={id}
              checked={side === each}
              aria-label={sides[each]}
              onChange={() => onChoose(each)}
            />
            <div style={{ minWidth: 0 }}>
              <span className={classes.who} aria-hidden>
                {sides[each]}
              </span>
              <pre className="mono">{texts[each] === '' ? t('nothing') : texts[each]}</pre>
            </div>
          </label>
        </Fragment>
      ))}
    </div>
  );
}
