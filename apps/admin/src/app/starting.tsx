/** What a first page shows while a slow service has not said yet who is signed in. */
import { LoadingRows } from '../kit/states.js';
import { Logo } from './logo.js';
import classes from './shell.module.css';

export function Starting() {
  return (
    <>
      <div className={classes.header}>
        <span className={classes.brand}>
          <Logo /> Pipewright
        </span>
      </div>
      <LoadingRows />
    </>
  );
}
