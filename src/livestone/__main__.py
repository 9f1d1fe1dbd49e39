"""The command ``livestone``, also ``python -m livestone``: it answers to Ctrl-C from the start."""

from __future__ import annotations


def main() -> None:
    """Run the command line's command, and exit; what is slow to import comes after this begins."""
    try:
        from livestone.cli.interrupt import end_at_once

        end_at_once()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    from livestone.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
