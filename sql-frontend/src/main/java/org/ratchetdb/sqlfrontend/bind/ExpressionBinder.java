package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.FunctionCall;
import org.ratchetdb.sqlfrontend.ast.Subquery;
import org.ratchetdb.sqlfrontend.ast.UnaryOperator;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.function.FunctionResolver;
import org.ratchetdb.sqlfrontend.function.FunctionTemplate;

/**
 * Binds the expressions of one clause. The result may still be untyped (a NULL, a parameter that
 * nothing has decided, a quoted literal in PostgreSQL): whoever asks coerces or settles it.
 */
final class ExpressionBinder {
  /** Deeper expressions would endanger the stack of the planner and the executor. */
  private static final int DEPTH_MAX = 1000;

  final BindContext context;
  final Scope scope;
  final CommonTables commonTables;

  /** Where aggregate calls go, or null where none may stand. */
  final @Nullable Aggregates aggregates;

  /** The clause, for messages. */
  final String clause;

  private final boolean positioned;
  private final LiteralBinder literals;
  private final OperatorBinder operators;
  private final FunctionBinder functions;
  private int depth;

  /**
   * @param positioned whether the text is the statement's own rather than one that the schema
   *     holds, so that offsets mean something
   */
  ExpressionBinder(
      BindContext context,
      Scope scope,
      CommonTables commonTables,
      @Nullable Aggregates aggregates,
      String clause,
      boolean positioned) {
    this.context = context;
    this.scope = scope;
    this.commonTables = commonTables;
    this.aggregates = aggregates;
    this.clause = clause;
    this.positioned = positioned;
    this.literals = new LiteralBinder(context, positioned);
    this.operators = new OperatorBinder(this);
    this.functions = new FunctionBinder(this, positioned);
  }

  /** Of a clause without aggregates. */
  ExpressionBinder(BindContext context, Scope scope, CommonTables commonTables, String clause) {
    this(context, scope, commonTables, null, clause, true);
  }

  /** The same clause with aggregates forbidden, for their own arguments. */
  ExpressionBinder withoutAggregates() {
    return new ExpressionBinder(context, scope, commonTables, null, "aggregate", positioned);
  }

  ExpressionBinder withScope(Scope other) {
    return new ExpressionBinder(context, other, commonTables, aggregates, clause, positioned);
  }

  /** Binds and gives a type to what has none. */
  BoundExpr bindSettled(Expression expression) {
    return context.coercer.settle(bind(expression), expression.begin());
  }

  List<BoundExpr> bindAll(List<Expression> expressions) {
    List<BoundExpr> bound = new ArrayList<>(expressions.size());
    for (Expression expression : expressions) {
      bound.add(bind(expression));
    }
    return bound;
  }

  /** Binds a condition; {@code what} is the clause in messages, such as WHERE. */
  BoundExpr bindCondition(Expression expression, String what) {
    BoundExpr bound = bind(expression);
    if (context.coercion.distance(context.coercer.argument(bound), SqlType.BOOL) < 0) {
      throw context.errors.error(
          ErrorCode.DATATYPE_MISMATCH,
          what + " should return type BOOL, but returns type " + bound.type(),
          "argument of "
              + what.replace(" clause", "")
              + " must be type boolean, not type "
              + TypeNames.postgres(bound.type()),
          expression.begin());
    }
    return context.coercer.coerce(bound, SqlType.BOOL, expression.begin());
  }

  /** Binds to a type that the expression must coerce to. */
  BoundExpr bindTo(Expression expression, SqlType type, String what) {
    BoundExpr bound = bind(expression);
    if (context.coercion.distance(context.coercer.argument(bound), type) < 0) {
      throw context.errors.error(
          ErrorCode.DATATYPE_MISMATCH,
          what + " must be of type " + type + ", but is of type " + bound.type(),
          "argument of "
              + what
              + " must be type "
              + TypeNames.postgres(type)
              + ", not type "
              + TypeNames.postgres(bound.type()),
          expression.begin());
    }
    return context.coercer.coerce(bound, type, expression.begin());
  }

  BoundExpr bind(Expression expression) {
    if (++depth > DEPTH_MAX) {
      throw context.errors.error(
          ErrorCode.TOO_COMPLEX,
          "Expression is nested too deeply; the limit is " + DEPTH_MAX,
          "stack depth limit exceeded",
          expression.begin());
    }
    context.countExpression(expression.begin());
    try {
      return dispatch(expression);
    } finally {
      depth--;
    }
  }

  private BoundExpr dispatch(Expression expression) {
    if (expression instanceof Expression.Name name) {
      return scope.resolve(name.name(), context);
    }
    if (expression instanceof Expression.Literal literal) {
      return literals.bind(literal);
    }
    if (expression instanceof Expression.Parameter parameter) {
      return context.parameters.reference(parameter);
    }
    if (expression instanceof Expression.Binary binary) {
      return operators.binary(binary);
    }
    if (expression instanceof Expression.Logical logical) {
      return logical(logical);
    }
    if (expression instanceof FunctionCall call) {
      return functions.bind(call);
    }
    if (expression instanceof Expression.In in) {
      return operators.in(in);
    }
    if (expression instanceof Expression.Between between) {
      return operators.between(between);
    }
    if (expression instanceof Expression.Like like) {
      return operators.like(like);
    }
    if (expression instanceof Expression.IsTest test) {
      return isTest(test);
    }
    if (expression instanceof Expression.Unary unary) {
      return unary(unary);
    }
    if (expression instanceof Expression.Case cases) {
      return caseOf(cases);
    }
    if (expression instanceof Expression.Cast cast) {
      return cast(cast);
    }
    if (expression instanceof Expression.TypedLiteral typed) {
      return literals.typed(typed);
    }
    if (expression instanceof Subquery subquery) {
      return new SubqueryBinder(this).bind(subquery);
    }
    return dispatchRare(expression);
  }

  private BoundExpr dispatchRare(Expression expression) {
    if (expression instanceof Expression.Extract extract) {
      return functions.dates().extract(extract);
    }
    if (expression instanceof Expression.Interval interval) {
      return functions.dates().interval(interval);
    }
    if (expression instanceof Expression.IsDistinctFrom distinct) {
      return operators.isDistinctFrom(distinct);
    }
    if (expression instanceof Expression.QuantifiedComparison comparison) {
      return operators.quantified(comparison);
    }
    if (expression instanceof Expression.ArrayConstructor array) {
      return arrayOf(array);
    }
    if (expression instanceof Expression.StructConstructor struct) {
      return structOf(struct);
    }
    if (expression instanceof Expression.Subscript subscript) {
      return operators.subscript(subscript);
    }
    if (expression instanceof Expression.FieldAccess access) {
      return StructFields.access(bind(access.operand()), access.field(), context);
    }
    if (expression instanceof Expression.With with) {
      return with(with);
    }
    if (expression instanceof Expression.Collate collate) {
      return collate(collate);
    }
    if (expression instanceof Expression.DefaultValue) {
      throw context.errors.error(
          ErrorCode.SYNTAX_ERROR, "DEFAULT is not allowed in this context", expression.begin());
    }
    String feature =
        expression instanceof Expression.AtTimeZone
            ? "AT TIME ZONE"
            : expression instanceof Expression.Slice
                ? "An array slice"
                : expression instanceof Expression.Lambda ? "A lambda" : "This expression";
    throw context.errors.notSupported(feature, expression.begin());
  }

  private BoundExpr logical(Expression.Logical logical) {
    List<BoundExpr> operands = new ArrayList<>(logical.operands().size());
    for (Expression operand : logical.operands()) {
      BoundExpr bound = bindBoolean(operand, logical.and() ? "AND" : "OR");
      if (logical.and() && bound instanceof BoundExpr.And and) {
        operands.addAll(and.operands()); // of BETWEEN or of parentheses
      } else {
        operands.add(bound);
      }
    }
    return logical.and() ? new BoundExpr.And(operands) : new BoundExpr.Or(operands);
  }

  private BoundExpr bindBoolean(Expression expression, String operator) {
    BoundExpr bound = bind(expression);
    if (context.coercion.distance(context.coercer.argument(bound), SqlType.BOOL) < 0) {
      throw context.errors.error(
          context.postgres ? ErrorCode.DATATYPE_MISMATCH : ErrorCode.UNDEFINED_FUNCTION,
          "No matching signature for operator "
              + operator
              + " for argument types: "
              + bound.type()
              + ". Supported signature: "
              + (operator.equals("NOT") ? "NOT BOOL" : "BOOL " + operator + " BOOL"),
          "argument of "
              + operator
              + " must be type boolean, not type "
              + TypeNames.postgres(bound.type()),
          expression.begin());
    }
    return context.coercer.coerce(bound, SqlType.BOOL, expression.begin());
  }

  private BoundExpr isTest(Expression.IsTest test) {
    BoundExpr result =
        switch (test.kind()) {
          case NULL -> new BoundExpr.IsNull(bindSettled(test.operand()));
          case UNKNOWN -> new BoundExpr.IsNull(bindBoolean(test.operand(), "IS UNKNOWN"));
          case TRUE, FALSE -> {
            String name = test.kind() == Expression.IsKind.TRUE ? "is_true" : "is_false";
            BoundExpr operand = bindBoolean(test.operand(), "IS " + test.kind().name());
            yield new BoundExpr.Call(
                context.functions.operator(name).get(0).instantiate(1, SqlType.UNKNOWN),
                List.of(operand));
          }
        };
    return test.negated() ? new BoundExpr.Not(result) : result;
  }

  private BoundExpr unary(Expression.Unary unary) {
    if (unary.operator() == UnaryOperator.NOT) {
      if (!context.postgres && unary.operand() instanceof Expression.NullLiteral) {
        throw context.errors.error(
            ErrorCode.INVALID_ARGUMENT,
            "Operands of NOT cannot be literal NULL",
            unary.operand().begin());
      }
      return new BoundExpr.Not(bindBoolean(unary.operand(), "NOT"));
    }
    if (unary.operator() == UnaryOperator.MINUS
        && unary.operand() instanceof Expression.IntegerLiteral number) {
      BoundExpr least = literals.negatedInteger(number);
      if (least != null) {
        return least;
      }
    }
    BoundExpr operand = bind(unary.operand());
    if (unary.operator() == UnaryOperator.PLUS) {
      if (operand.type().isNumeric() || context.coercer.isUntyped(operand)) {
        return operand;
      }
      throw context.errors.noOperator("+", List.of(operand.type()), List.of(), unary.begin());
    }
    boolean minus = unary.operator() == UnaryOperator.MINUS;
    return callOperator(
        minus ? "negate" : "bit_not", minus ? "-" : "~", List.of(operand), unary.begin());
  }

  /** An operator of the table, chosen by its operands. */
  BoundExpr callOperator(String name, String sign, List<BoundExpr> operands, int position) {
    List<FunctionTemplate> candidates = context.functions.operator(name);
    FunctionResolver.Resolution resolution =
        context.functions.resolver().resolve(candidates, context.coercer.arguments(operands));
    if (resolution == null) {
      throw context.errors.noOperator(sign, argumentTypes(operands), candidates, position);
    }
    return call(resolution, operands, position);
  }

  /** The types for messages. */
  List<SqlType> argumentTypes(List<BoundExpr> exprs) {
    List<SqlType> types = new ArrayList<>(exprs.size());
    for (BoundExpr expr : exprs) {
      types.add(context.coercer.isUntyped(expr) ? SqlType.UNKNOWN : expr.type());
    }
    return types;
  }

  /** The call of what overload resolution chose, arguments coerced and the zone appended. */
  BoundExpr.Call call(
      FunctionResolver.Resolution resolution, List<BoundExpr> arguments, int position) {
    List<SqlType> types = resolution.signature().argumentTypes();
    List<BoundExpr> coerced = new ArrayList<>(types.size());
    for (int i = 0; i < arguments.size(); i++) {
      coerced.add(context.coercer.coerce(arguments.get(i), types.get(i), position));
    }
    if (resolution.zoneMissing()) {
      coerced.add(LiteralBinder.constant(new Value.Str(context.options.timeZone())));
    }
    return new BoundExpr.Call(resolution.signature(), coerced);
  }

  private BoundExpr caseOf(Expression.Case cases) {
    List<BoundExpr> conditions = new ArrayList<>();
    List<BoundExpr> results = new ArrayList<>();
    for (Expression.When when : cases.whens()) {
      Expression operand = cases.operand();
      conditions.add(
          operand == null
              ? bindCondition(when.condition(), "CASE WHEN")
              : operators.compare(
                  "eq", "=", bind(operand), bind(when.condition()), when.condition().begin()));
      results.add(bind(when.result()));
    }
    Expression otherwise = cases.elseResult();
    results.add(
        otherwise == null
            ? LiteralBinder.constant(new Value.Null(SqlType.UNKNOWN))
            : bind(otherwise));
    SqlType type = unify(results, "CASE", cases.begin());
    List<BoundExpr.When> whens = new ArrayList<>();
    for (int i = 0; i < conditions.size(); i++) {
      whens.add(new BoundExpr.When(conditions.get(i), results.get(i)));
    }
    return new BoundExpr.Case(whens, results.get(results.size() - 1), type);
  }

  /** Coerces all, in place, to the type they have in common. */
  SqlType unify(List<BoundExpr> exprs, String what, int position) {
    SqlType type = context.coercer.common(exprs);
    if (type == null) {
      throw mismatch(exprs, what, position);
    }
    for (int i = 0; i < exprs.size(); i++) {
      exprs.set(i, context.coercer.coerce(exprs.get(i), type, position));
    }
    return type;
  }

  private DbException mismatch(List<BoundExpr> exprs, String what, int position) {
    if (!context.postgres) {
      List<String> names = new ArrayList<>();
      for (SqlType type : argumentTypes(exprs)) {
        names.add(type.toString());
      }
      return context.errors.error(
          ErrorCode.DATATYPE_MISMATCH,
          "No matching signature for " + what + " for argument types: " + String.join(", ", names),
          position);
    }
    SqlType first = null;
    SqlType other = null;
    for (BoundExpr expr : exprs) {
      if (context.coercer.isUntyped(expr)) {
        continue;
      }
      if (first == null) {
        first = expr.type();
      } else if (context.coercion.supertype(first, expr.type()) == null) {
        other = expr.type();
        break;
      }
    }
    return context.errors.error(
        ErrorCode.DATATYPE_MISMATCH,
        what
            + " types "
            + TypeNames.postgres(first == null ? SqlType.UNKNOWN : first)
            + " and "
            + TypeNames.postgres(other == null ? SqlType.UNKNOWN : other)
            + " cannot be matched",
        position);
  }

  private BoundExpr cast(Expression.Cast cast) {
    if (cast.format() != null) {
      throw context.errors.notSupported("CAST with FORMAT", cast.format().begin());
    }
    TypeBinder.BoundType type = context.types.bind(cast.type());
    return literals.cast(bind(cast.operand()), type, cast.safe(), cast.operand().begin());
  }

  private BoundExpr arrayOf(Expression.ArrayConstructor array) {
    List<BoundExpr> elements = bindAll(array.elements());
    SqlType declared = array.type() == null ? null : context.types.bind(array.type()).type();
    if (elements.isEmpty()) {
      SqlType type = declared == null ? SqlType.arrayOf(SqlType.UNKNOWN) : declared;
      return LiteralBinder.constant(new Value.Array(type, List.of()));
    }
    SqlType element;
    if (declared == null) {
      element = unify(elements, "ARRAY", array.begin());
    } else {
      element = declared.elementType();
      for (int i = 0; i < elements.size(); i++) {
        int position = array.elements().get(i).begin();
        if (context.coercion.distance(context.coercer.argument(elements.get(i)), element) < 0) {
          throw context.errors.error(
              ErrorCode.DATATYPE_MISMATCH,
              "Array element type " + elements.get(i).type() + " does not coerce to " + element,
              position);
        }
        elements.set(i, context.coercer.coerce(elements.get(i), element, position));
      }
    }
    if (element.is(TypeKind.ARRAY)) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot construct array with element type "
              + context.errors.typeName(element)
              + " because nested arrays are not supported",
          array.begin());
    }
    FunctionTemplate row = context.functions.operator("make_array").get(0);
    return new BoundExpr.Call(row.instantiate(elements.size(), element), elements);
  }

  private BoundExpr structOf(Expression.StructConstructor struct) {
    throw context.errors.notSupported(
        context.postgres ? "A row as a value" : "A STRUCT as a value", struct.begin());
  }

  /** Later bindings see earlier ones; a name stands for its expression. */
  private BoundExpr with(Expression.With with) {
    List<NamedColumn> names = new ArrayList<>();
    Scope inner = scope;
    for (Expression.Binding binding : with.bindings()) {
      BoundExpr value = withScope(inner).bindSettled(binding.value());
      names.add(new NamedColumn(binding.name().name(), value, false));
      inner = new Scope(scope, List.of(), List.of(), List.copyOf(names));
    }
    return withScope(inner).bind(with.result());
  }

  /** Text compares by code points; the collations that say so are accepted. */
  private BoundExpr collate(Expression.Collate collate) {
    BoundExpr operand = bind(collate.operand());
    String name;
    if (collate.collation() instanceof Expression.Name path) {
      name = path.name().last().name();
    } else if (collate.collation() instanceof Expression.StringLiteral text) {
      name = text.value();
    } else {
      throw context.errors.notSupported("This collation", collate.collation().begin());
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.equals("c")
        || lower.equals("default")
        || lower.equals("posix")
        || lower.equals("unicode")
        || lower.equals("unicode:cs")) {
      return operand;
    }
    throw context.errors.notSupported("Collation " + name, collate.collation().begin());
  }

  OperatorBinder operators() {
    return operators;
  }
}
