"""What every route needs: identity, guard, errors, events, rendering."""
